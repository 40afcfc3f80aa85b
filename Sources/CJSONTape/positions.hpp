// The short way through coordinates: arrays of plain decimal numbers, evenly nested. Anything
// else (exponents, more than 19 digits, empty arrays, faults) is left to the long way.
#pragma once

#include "number.hpp"

#include <cmath>
#include <vector>

namespace cjt {

// m / 10^power, correctly rounded (ties to even); m > 0, power 0...19.
//
// Where m and 10^power are doubles, one division rounds once. Else both are shifted until their
// top bits are set, the quotient of 62 to 64 bits is exact but for its last bit, which says
// whether anything remained, and the conversion to double rounds once.
inline double decimal(uint64_t m, unsigned power) {
  static constexpr uint64_t powers[] = {
      1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u,
      10000000000u, 100000000000u, 1000000000000u, 10000000000000u, 100000000000000u,
      1000000000000000u, 10000000000000000u, 100000000000000000u, 1000000000000000000u,
      10000000000000000000u};
  const uint64_t divisor = powers[power];
  if (m < uint64_t{1} << 53) return static_cast<double>(m) / static_cast<double>(divisor);
  const int up = __builtin_clzll(m), down = __builtin_clzll(divisor);
  const unsigned __int128 dividend = static_cast<unsigned __int128>(m << up) << 63;
  const uint64_t scaled = divisor << down;
  const auto quotient = static_cast<uint64_t>(dividend / scaled);
  const bool remains = quotient * static_cast<unsigned __int128>(scaled) != dividend;
  return std::ldexp(static_cast<double>(quotient | (remains ? 1 : 0)), down - up - 63);
}

struct PlainPositions {
  const uint8_t *at;
  double longitude_limit, latitude_limit;
  std::vector<double> &longitudes, &latitudes;
  std::vector<uint32_t> (&marks)[3];
  uint32_t depth = 0;

  void skip_space() {
    while (*at <= ' ' && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at += 1;
  }

  bool number(double &out) {
    const bool negative = *at == '-';
    at += negative ? 1 : 0;
    const uint8_t *const start = at;
    uint64_t m = 0;
    while (is_digit(*at)) m = m * 10 + static_cast<uint64_t>(*at++ - '0');
    const auto whole = at - start;
    if (whole == 0 || (whole > 1 && *start == '0')) return false;
    unsigned power = 0;
    if (*at == '.') {
      const uint8_t *const point = ++at;
      while (is_digit(*at)) m = m * 10 + static_cast<uint64_t>(*at++ - '0');
      if (at == point) return false;
      power = static_cast<unsigned>(at - point);
    }
    if (whole + power > 19 || (*at | 0x20) == 'e') return false;
    const double value = m == 0 ? 0 : decimal(m, power);
    out = negative ? -value : value;
    return true;
  }

  bool position() {
    double longitude, latitude;
    if (!number(longitude)) return false;
    skip_space();
    if (*at != ',') return false;
    at += 1;
    skip_space();
    if (!number(latitude)) return false;
    skip_space();
    while (*at == ',') {
      at += 1;
      skip_space();
      double altitude;
      if (!number(altitude)) return false;
      skip_space();
    }
    if (*at != ']') return false;
    at += 1;
    if (!(std::fabs(longitude) <= longitude_limit && std::fabs(latitude) <= latitude_limit)) {
      return false;
    }
    longitudes.push_back(longitude);
    latitudes.push_back(latitude);
    return true;
  }

  // Reads the array that starts at `at`; false leaves half of it in the vectors.
  bool read() {
    const size_t base = longitudes.size();
    const size_t bases[3] = {marks[0].size(), marks[1].size(), marks[2].size()};
    uint32_t level = 0;
    while (true) {
      // Down to the next position.
      while (*at == '[') {
        if (level == 4) return false;
        at += 1;
        level += 1;
        skip_space();
      }
      if (depth == 0) depth = level;
      if (level != depth || !position()) return false;
      level -= 1;
      // Up to the next comma.
      while (true) {
        if (level == 0) return true;
        skip_space();
        if (*at == ',') {
          at += 1;
          skip_space();
          break;
        }
        if (*at != ']') return false;
        at += 1;
        level -= 1;
        const size_t count = level + 2 == depth ? longitudes.size() - base
                                                : marks[level + 1].size() - bases[level + 1];
        marks[level].push_back(static_cast<uint32_t>(count));
      }
    }
  }
};

} // namespace cjt
