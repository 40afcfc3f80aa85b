extension Viewer {
  /// Loads styles and tiles from beside the page.
  static let loadingScript = #"""
    const here = new URL('.', location.href).href;

    function say(text) {
      const message = document.getElementById('message');
      message.textContent = text;
      message.hidden = false;
    }

    // No client unpacks gzip that a server hands out as it is; this page does.
    async function expanded(data) {
      const [first, second] = new Uint8Array(data, 0, Math.min(2, data.byteLength));
      if (first !== 0x1f || second !== 0x8b) return data;
      const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'));
      return new Response(plain).arrayBuffer();
    }

    async function loadTile({ url }, abort) {
      const response = await fetch(url.replace('overlay+', ''), { signal: abort.signal });
      if (response.status === 404 || response.status === 204) return { data: new ArrayBuffer(0) };
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}: ${response.url}`);
      return { data: await expanded(await response.arrayBuffer()) };
    }

    // The style was built for the set's own address; here its parts lie beside this page. What
    // belongs to a base style stays where it is.
    function relocate(style) {
      const { overlays } = style.sources;
      if (!overlays.tiles && !overlays.url?.startsWith('pmtiles://')) return style;
      let home;
      if (overlays.tiles) {
        [home] = overlays.tiles[0].split('{z}');
        overlays.tiles = ['overlay+' + here + '{z}/{x}/{y}.mvt'];
      } else {
        // The page's folder is that of the archive's files: its name, and ".files" after it.
        home = overlays.url.slice('pmtiles://'.length).split('?')[0] + '.files/';
        archive.address = here.replace(/\.files\/$/, '');
        delete overlays.url;
        overlays.tiles = ['overlay-archive://{z}/{x}/{y}'];
      }
      const local = (url) =>
        url.startsWith(home) ? here + url.slice(home.length).split('?')[0] : url;
      for (const source of Object.values(style.sources)) {
        if (source.type === 'image') source.url = local(source.url);
      }
      if (typeof style.sprite === 'string') style.sprite = local(style.sprite);
      for (const sprite of Array.isArray(style.sprite) ? style.sprite : []) {
        sprite.url = local(sprite.url);
      }
      return style;
    }

    async function loadStyle(file) {
      const response = await fetch(here + file);
      if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
      return relocate(await response.json());
    }

    function element(name, text, parent) {
      const node = document.createElement(name);
      node.textContent = text;
      parent?.append(node);
      return node;
    }
    """#
}
