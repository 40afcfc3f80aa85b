extension Viewer {
  /// Tells what was tapped.
  static let popupScript = #"""
    const titleOf = ({ properties }) =>
      properties[names.title] ?? properties.title ?? properties.name;

    function describe(feature) {
      const box = document.createElement('div');
      const { properties } = feature;
      const title = titleOf(feature);
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

    // Pixels from a marker's place to the point of its image that an info window sits on.
    function infoPoint(map, { properties, layer: { layout = {} } }) {
      const image = map.getImage(String(layout['icon-image']?.name ?? layout['icon-image']));
      if (!image || !layout['icon-offset']) return [0, 0];
      const across = (properties[names.infoWindowX] ?? 0.5) - 0.5;
      const down = (properties[names.infoWindowY] ?? 0) - 0.5;
      const x = layout['icon-offset'][0] + across * image.data.width / image.pixelRatio;
      const y = layout['icon-offset'][1] + down * image.data.height / image.pixelRatio;
      const flat = layout['icon-rotation-alignment'] === 'map';
      const turn = ((layout['icon-rotate'] ?? 0) - (flat ? map.getBearing() : 0)) * Math.PI / 180;
      return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
    }

    // Images on the ground, which no query finds: those whose corners lie round a point, if one is
    // given, topmost first.
    function groundImages(map, point) {
      const around = (corners) => corners.reduce((inside, a, i) => {
        const b = corners[(i + 3) % 4];
        return (a.y > point.y) !== (b.y > point.y)
          && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x ? !inside : inside;
      }, false);
      return map.getStyle().layers.flatMap((layer) => {
        const told = layer.metadata?.['overlaytiles:feature'];
        const corners = told && map.getSource(layer.source)?.coordinates;
        if (!corners || (point && !around(corners.map((corner) => map.project(corner))))) return [];
        const middle = [0, 1].map((k) => corners.reduce((sum, corner) => sum + corner[k], 0) / 4);
        const properties = { ...told.properties, [names.tappable]: told.tappable === true };
        if (told.title !== undefined) properties[names.title] = told.title;
        return [{
          id: told.id, layer, properties, geometry: { type: 'Point', coordinates: middle },
        }];
      }).reverse();
    }

    const isMarker = (feature) => feature.layer.layout?.['icon-offset'] !== undefined;

    // Whether a tap is for it. Markers are by default, other overlays where they say so.
    const isTappable = (feature) => feature.properties[names.tappable] ?? isMarker(feature);

    // What a tap at a point means: the topmost overlay that is to be tapped, else the topmost of
    // those that do not refuse it, since this page is also for looking into tiles.
    function tapped(map, { x, y }) {
      const here = map.queryRenderedFeatures([[x - 3, y - 3], [x + 3, y + 3]])
        .filter(({ source }) => source === 'overlays')
        .concat(groundImages(map, { x, y }));
      return here.find(isTappable)
        ?? here.find(({ layer, properties }) => layer.type === 'raster'
          || properties[names.tappable] !== false);
    }

    function showPopup(map, feature, place) {
      const atMarker = isMarker(feature) && feature.geometry.type === 'Point';
      return new maplibregl.Popup({
        offset: atMarker ? infoPoint(map, feature) : [0, -4], maxWidth: '320px',
      })
        .setLngLat(atMarker ? feature.geometry.coordinates : place)
        .setDOMContent(describe(feature))
        .addTo(map);
    }

    // A tap on a cluster of markers zooms in, until it falls apart. Whether it was one.
    function openCluster(map, { properties, geometry }) {
      if (properties[names.cluster] !== true) return false;
      map.easeTo({ center: geometry.coordinates, zoom: Math.floor(map.getZoom()) + 2 });
      return true;
    }

    function showPopups(map) {
      let popup;
      map.on('click', (event) => {
        const feature = tapped(map, event.point);
        if (feature && !openCluster(map, feature)) popup = showPopup(map, feature, event.lngLat);
      });
      map.on('mousemove', (event) => {
        map.getCanvas().style.cursor = tapped(map, event.point) ? 'pointer' : '';
      });
      addEventListener('keydown', ({ key }) => { if (key === 'Escape') popup?.remove(); });
      return (feature, place) => { popup?.remove(); popup = showPopup(map, feature, place); };
    }
    """#
}
