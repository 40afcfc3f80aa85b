extension Viewer {
  /// Lists overlays for screen readers and the keyboard.
  static let titlesScript = #"""
    // Some place of an overlay that is in view.
    function placeOf({ geometry }) {
      let { coordinates } = geometry;
      while (Array.isArray(coordinates[0])) coordinates = coordinates[coordinates.length >> 1];
      return coordinates;
    }

    // What a screen reader finds: the titles in view, each a button that tells more. The list is
    // seen while the keyboard is in it.
    function listTitles(map, show) {
      const list = document.getElementById('titles');
      list.hidden = false;
      map.on('idle', () => {
        const found = new Map();
        const bounds = map.getBounds();
        const grounds = groundImages(map).filter((image) => bounds.contains(placeOf(image)));
        for (const feature of map.queryRenderedFeatures().concat(grounds)) {
          if (feature.source !== 'overlays' && feature.layer.type !== 'raster') continue;
          const title = titleOf(feature);
          if (title !== undefined && !found.has(String(title)) && found.size < 500) {
            found.set(String(title), feature);
          }
        }
        const focused = list.contains(document.activeElement)
          ? document.activeElement.textContent : undefined;
        list.replaceChildren(...[...found].map(([title, feature]) => {
          const item = document.createElement('li');
          const button = element('button', title, item);
          const snippet = feature.properties[names.snippet];
          if (snippet !== undefined) button.setAttribute('aria-description', snippet);
          button.addEventListener('click', () => show(feature, placeOf(feature)));
          return item;
        }));
        if (focused === undefined) return;
        const buttons = [...list.querySelectorAll('button')];
        buttons.find((button) => button.textContent === focused)?.focus({ preventScroll: true });
      });
    }
    """#
}
