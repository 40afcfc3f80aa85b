// What every viewer page shares: its looks and its behaviour, plain CSS and JavaScript.

extension Viewer {
  static let css = #"""
    :root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
    html, body, #map { height: 100%; margin: 0; }
    #map { position: relative; background: Canvas; }
    #message {
      position: absolute; inset: auto 0 24px; margin: auto; width: fit-content;
      max-width: min(80vw, 60ch); padding: 10px 16px; border-radius: 10px;
      background: Canvas; color: CanvasText; box-shadow: 0 2px 12px #0004;
    }
    #titles { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    [hidden] { display: none; }
    .maplibregl-ctrl-top-right, .maplibregl-ctrl-top-left { top: var(--top, 0); }
    .maplibregl-ctrl-bottom-right, .maplibregl-ctrl-bottom-left { bottom: var(--bottom, 0); }
    .maplibregl-ctrl-top-right, .maplibregl-ctrl-bottom-right { right: var(--right, 0); }
    .maplibregl-ctrl-top-left, .maplibregl-ctrl-bottom-left { left: var(--left, 0); }
    .maplibregl-popup-content {
      padding: 12px 16px; border-radius: 10px; background: Canvas; color: CanvasText;
      box-shadow: 0 2px 12px #0004; max-height: 40vh; overflow: auto; overflow-wrap: anywhere;
    }
    .maplibregl-popup-anchor-bottom .maplibregl-popup-tip { border-top-color: Canvas; }
    .maplibregl-popup-anchor-top .maplibregl-popup-tip { border-bottom-color: Canvas; }
    .maplibregl-popup-anchor-left .maplibregl-popup-tip { border-right-color: Canvas; }
    .maplibregl-popup-anchor-right .maplibregl-popup-tip { border-left-color: Canvas; }
    .maplibregl-popup-content h2 { margin: 0 12px 0 0; font-size: 15px; }
    .maplibregl-popup-content p { margin: 2px 0 0; }
    .maplibregl-popup-content table { margin-top: 6px; border-spacing: 0; }
    .maplibregl-popup-content th { padding-right: 12px; font-weight: 400; opacity: .65; }
    .maplibregl-popup-content th, .maplibregl-popup-content td { text-align: left; vertical-align: top; }
    """#

  static let javaScript = #"""
    const here = new URL('.', location.href).href;

    function say(text) {
      const message = document.getElementById('message');
      message.textContent = text;
      message.hidden = false;
    }

    // No client unpacks gzip that a server hands out as it is; this page does.
    async function loadTile({ url }, abort) {
      const response = await fetch(url.replace('overlay+', ''), { signal: abort.signal });
      if (response.status === 404 || response.status === 204) return { data: new ArrayBuffer(0) };
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}: ${response.url}`);
      const data = await response.arrayBuffer();
      const [first, second] = new Uint8Array(data, 0, Math.min(2, data.byteLength));
      if (first !== 0x1f || second !== 0x8b) return { data };
      const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'));
      return { data: await new Response(plain).arrayBuffer() };
    }

    // The style was built for the set's own address; here its parts lie beside this page.
    function relocate(style) {
      for (const source of Object.values(style.sources)) {
        if (source.tiles) source.tiles = ['overlay+' + here + '{z}/{x}/{y}.mvt'];
        if (source.type === 'image') source.url = here + new URL(source.url).pathname.split('/').pop();
      }
      if (style.sprite) style.sprite = here + 'sprite';
      return style;
    }

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

    function element(name, text, parent) {
      const node = document.createElement(name);
      node.textContent = text;
      parent?.append(node);
      return node;
    }

    function describe(feature) {
      const box = document.createElement('div');
      const properties = feature.properties;
      const title = properties[names.title] ?? properties.title ?? properties.name;
      const snippet = properties[names.snippet] ?? properties.description;
      if (title !== undefined) element('h2', title, box);
      if (snippet !== undefined) element('p', snippet, box);
      const ours = new Set(Object.values(names));
      const rows = Object.entries(properties).filter(([key]) => key === names.id || !ours.has(key));
      if (feature.id !== undefined) rows.unshift(['id', feature.id]);
      if (rows.length) {
        const table = element('table', '', box);
        for (const [key, value] of rows) {
          const row = table.insertRow();
          element('th', key, row).scope = 'row';
          element('td', value, row);
        }
      }
      return box;
    }

    function showPopups(map) {
      const at = ({ x, y }) => map
        .queryRenderedFeatures([[x - 3, y - 3], [x + 3, y + 3]])
        .find((feature) => feature.properties[names.tappable] !== false);
      map.on('click', (event) => {
        const feature = at(event.point);
        if (!feature) return;
        const isMarker = feature.layer.layout?.['icon-offset'] !== undefined;
        // With the anchor at the bottom, the usual one, an icon reaches up twice its offset.
        const up = isMarker ? Math.max(12, -2 * (feature.properties[names.oy] ?? -20.5)) : 4;
        new maplibregl.Popup({ offset: [0, -up], maxWidth: '320px' })
          .setLngLat(isMarker && feature.geometry.type === 'Point'
            ? feature.geometry.coordinates : event.lngLat)
          .setDOMContent(describe(feature))
          .addTo(map);
      });
      map.on('mousemove', (event) => {
        map.getCanvas().style.cursor = at(event.point) ? 'pointer' : '';
      });
    }

    // What a screen reader finds: the titles in view.
    function listTitles(map) {
      const list = document.getElementById('titles');
      list.hidden = false;
      map.on('idle', () => {
        const titles = new Set();
        for (const { properties } of map.queryRenderedFeatures()) {
          const title = properties[names.title] ?? properties.title ?? properties.name;
          if (title !== undefined && titles.size < 500) titles.add(String(title));
        }
        list.replaceChildren(...[...titles].map((title) => element('li', title)));
      });
    }

    async function start() {
      const response = await fetch(here + 'style.json');
      if (!response.ok) throw new Error(`style.json: ${response.status} ${response.statusText}`);
      const style = relocate(await response.json());
      const option = (name, standard) => style.metadata?.['overlaytiles:' + name] ?? standard;
      const target = option('cameraTargetBounds');
      const padding = option('padding', { top: 0, left: 0, bottom: 0, right: 0 });
      const scheme = option('colorScheme', 'unspecified');
      if (scheme !== 'unspecified') document.documentElement.style.colorScheme = scheme;
      for (const protocol of ['overlay+http', 'overlay+https']) maplibregl.addProtocol(protocol, loadTile);
      const map = new maplibregl.Map({
        container: 'map', style, hash: true, maxPitch: 65,
        // The padding is set before the style is loaded, which would leave the style's view unused.
        center: style.center, zoom: style.zoom, bearing: style.bearing ?? 0, pitch: style.pitch ?? 0,
        minZoom: option('minZoom'), maxZoom: option('maxZoom', 22),
        transformCameraUpdate: target ? limitTarget(target) : null,
      });
      for (const [side, points] of Object.entries(padding)) {
        map.getContainer().style.setProperty('--' + side, points + 'px');
      }
      map.setPadding(padding);
      map.addControl(new maplibregl.NavigationControl({ visualizePitch: true }));
      map.addControl(new maplibregl.ScaleControl());
      if (option('myLocationEnabled', false)) {
        map.addControl(new maplibregl.GeolocateControl({ trackUserLocation: true }));
      }
      map.on('error', ({ error }) => say(error?.message ?? String(error)));
      showPopups(map);
      if (!option('accessibilityElementsHidden', true)) listTitles(map);
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
