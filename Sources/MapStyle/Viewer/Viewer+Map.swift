extension Viewer {
  /// Sets up the map as the style's options say.
  static let mapScript = #"""
    // Keeps the camera's target, and not the whole view, inside west, south, east, north.
    function limitTarget([west, south, east, north]) {
      const width = east >= west ? east - west : east - west + 360;
      return ({ center }) => {
        let lng = ((center.lng - west) % 360 + 360) % 360;
        if (lng > width) lng = lng - width < 360 - lng ? width : 0;
        const lat = Math.min(Math.max(center.lat, south), north);
        return { center: new maplibregl.LngLat(west + lng, lat) };
      };
    }

    const dark = matchMedia('(prefers-color-scheme: dark)');

    // The file of a map type in the system's light or dark.
    function fileOf(styles, type) {
      const ofType = styles.filter(({ mapType }) => mapType === type);
      const scheme = dark.matches ? 'dark' : 'light';
      return (ofType.find(({ colorScheme }) => colorScheme === scheme) ?? ofType[0]).file;
    }

    // A control that chooses among map types, where there are several.
    function chooseMaps(map, styles, type) {
      const types = [...new Set(styles.map(({ mapType }) => mapType))];
      let file = fileOf(styles, type);
      const show = async () => {
        const wanted = fileOf(styles, type);
        if (wanted === file) return;
        file = wanted;
        try {
          const style = await loadStyle(wanted);
          if (file === wanted) map.setStyle(style);
        } catch (error) { say(error.message); }
      };
      dark.addEventListener('change', show);
      if (types.length < 2) return;
      const box = document.createElement('fieldset');
      box.className = 'maplibregl-ctrl maplibregl-ctrl-group maps';
      element('legend', 'Map', box);
      for (const each of types) {
        const label = element('label', '', box);
        const radio = element('input', '', label);
        Object.assign(radio, { type: 'radio', name: 'map', checked: each === type });
        radio.addEventListener('change', () => { type = each; show(); });
        label.append(' ' + each);
      }
      map.addControl({ onAdd: () => box, onRemove: () => box.remove() }, 'top-left');
    }

    async function start() {
      let style = await loadStyle('style.json');
      const option = (name, standard) => style.metadata?.['overlaytiles:' + name] ?? standard;
      const styles = option('styles', []);
      const type = styles[0]?.mapType;
      if (styles.length && fileOf(styles, type) !== styles[0].file) {
        style = await loadStyle(fileOf(styles, type));
      }
      const target = option('cameraTargetBounds');
      const padding = option('padding', { top: 0, left: 0, bottom: 0, right: 0 });
      const scheme = option('colorScheme', 'unspecified');
      if (scheme !== 'unspecified') document.documentElement.style.colorScheme = scheme;
      for (const protocol of ['overlay+http', 'overlay+https']) maplibregl.addProtocol(protocol, loadTile);
      maplibregl.addProtocol('overlay-archive', loadArchiveTile);
      const map = new maplibregl.Map({
        container: 'map', style, hash: true, maxPitch: 65,
        // The padding is set before the style is loaded, which would leave the style's view unused.
        center: style.center, zoom: style.zoom, bearing: style.bearing ?? 0, pitch: style.pitch ?? 0,
        minZoom: option('minZoom'), maxZoom: option('maxZoom', 22),
        transformCameraUpdate: target ? limitTarget(target) : null,
      });
      for (const [side, points] of Object.entries(padding)) {
        document.documentElement.style.setProperty('--' + side, points + 'px');
      }
      map.setPadding(padding);
      map.addControl(new maplibregl.NavigationControl({ visualizePitch: true }));
      map.addControl(new maplibregl.ScaleControl());
      if (option('myLocationEnabled', false)) {
        map.addControl(new maplibregl.GeolocateControl({ trackUserLocation: true }));
      }
      if (styles.length) chooseMaps(map, styles, type);
      map.on('error', ({ error }) => say(error?.message ?? String(error)));
      const show = showPopups(map);
      if (!option('accessibilityElementsHidden', true)) listTitles(map, show);
      return map;
    }

    if (location.protocol === 'file:') {
      say('Browsers do not let a page read the files beside it. Serve this folder, for example with: tilegen serve FOLDER');
    } else if (typeof maplibregl === 'undefined') {
      say('MapLibre GL JS could not be loaded. Build with --maplibre-js to name another copy.');
    } else {
      start().then((map) => { window.map = map; }, (error) => say(error.message));
    }
    """#
}
