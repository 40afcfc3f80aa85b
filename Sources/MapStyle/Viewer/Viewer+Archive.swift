extension Viewer {
  /// Reads tiles from a PMTiles archive by ranges of bytes, where the page's folder belongs to one.
  static let archiveScript = #"""
    // PMTiles version 3, sections 3 and 4. Directories are kept: they are few and small.
    const archive = { address: '', directories: new Map() };

    async function readRange(offset, length) {
      const Range = `bytes=${offset}-${offset + length - 1}`;
      const response = await fetch(archive.address, { headers: { Range } });
      if (response.status !== 206) {
        throw new Error(response.ok
          ? `The server does not answer requests for ranges: ${archive.address}`
          : `${response.status} ${response.statusText}: ${archive.address}`);
      }
      return response.arrayBuffer();
    }

    function openArchive() {
      archive.header ??= readRange(0, 127).then((data) => {
        const view = new DataView(data);
        const number = (at) => Number(view.getBigUint64(at, true));
        return { root: [number(8), number(16)], leaves: number(40), tiles: number(56) };
      });
      return archive.header;
    }

    function directory(offset, length) {
      const known = archive.directories.get(offset);
      if (known) return known;
      const made = readRange(offset, length).then(expanded).then(parseDirectory);
      made.catch(() => archive.directories.delete(offset));
      archive.directories.set(offset, made);
      return made;
    }

    function parseDirectory(data) {
      const bytes = new Uint8Array(data);
      let place = 0;
      const varint = () => {
        let value = 0;
        for (let scale = 1; ; scale *= 128) {
          const byte = bytes[place++];
          value += (byte & 127) * scale;
          if (byte < 128) return value;
        }
      };
      const entries = Array.from({ length: varint() }, () => ({}));
      let id = 0;
      for (const entry of entries) entry.id = id += varint();
      for (const entry of entries) entry.run = varint();
      for (const entry of entries) entry.length = varint();
      let end = 0;
      for (const entry of entries) {
        const code = varint();
        entry.offset = code ? code - 1 : end;
        end = entry.offset + entry.length;
      }
      return entries;
    }

    function tileID(z, x, y) {
      let id = (4 ** z - 1) / 3;
      for (let side = 2 ** z / 2; side >= 1; side /= 2) {
        const right = x & side ? 1 : 0;
        const low = y & side ? 1 : 0;
        id += side * side * ((3 * right) ^ low);
        if (low) continue;
        if (right) [x, y] = [side - 1 - x, side - 1 - y];
        [x, y] = [y, x];
      }
      return id;
    }

    async function loadArchiveTile({ url }) {
      const id = tileID(...url.split('://')[1].split('/').map(Number));
      const header = await openArchive();
      let place = header.root;
      for (let depth = 0; depth < 4; depth++) {
        const entry = (await directory(...place)).findLast((entry) => entry.id <= id);
        if (!entry || (entry.run && id >= entry.id + entry.run)) break;
        if (entry.run) {
          return { data: await expanded(await readRange(header.tiles + entry.offset, entry.length)) };
        }
        place = [header.leaves + entry.offset, entry.length];
      }
      return { data: new ArrayBuffer(0) };
    }
    """#
}
