extension Viewer {
  /// How every viewer page looks.
  static let css = #"""
    :root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
    html, body, #map { height: 100%; margin: 0; }
    #map { position: relative; background: Canvas; }
    #message {
      position: absolute; inset: auto 0 24px; margin: auto; width: fit-content;
      max-width: min(80vw, 60ch); padding: 10px 16px; border-radius: 10px;
      background: Canvas; color: CanvasText; box-shadow: 0 2px 12px #0004;
    }
    #titles { margin: 0; padding: 0; list-style: none; }
    #titles:not(:focus-within) {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
    }
    #titles:focus-within {
      position: absolute; z-index: 3; top: calc(var(--top, 0px) + 10px);
      left: calc(var(--left, 0px) + 10px); max-height: 60vh; max-width: 40ch; overflow: auto;
      padding: 6px; border-radius: 10px; background: Canvas; box-shadow: 0 2px 12px #0004;
    }
    #titles button {
      width: 100%; padding: 5px 10px; border: 0; border-radius: 6px; background: none;
      color: CanvasText; font: inherit; text-align: left; cursor: pointer;
    }
    #titles button:is(:hover, :focus) { background: Highlight; color: HighlightText; }
    .maps { margin: 0; padding: 4px 10px 6px; border: 0; background: Canvas; color: CanvasText; }
    .maps legend { position: absolute; clip-path: inset(50%); }
    .maps label { display: block; text-transform: capitalize; cursor: pointer; }
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
}
