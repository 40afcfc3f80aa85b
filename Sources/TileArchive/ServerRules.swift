/// Settings for web servers that hand out a tile directory.
enum ServerRules {
  /// Apache: types, the header that says that tiles are gzip, and leave for other sites to read.
  static func htaccess(compressed: Bool) -> String {
    """
    # How Apache serves these tiles; see also "Serving" in the documentation of OverlayTiles.
    <IfModule mod_mime.c>
      AddType application/vnd.mapbox-vector-tile .mvt
      AddType application/json .json\(compressed ? "\n  AddEncoding gzip .mvt" : "")
    </IfModule>
    <IfModule mod_setenvif.c>
      SetEnvIf Request_URI "\\.mvt$" no-gzip\(compressed ? "" : "=0")
    </IfModule>
    <IfModule mod_headers.c>
      Header always set Access-Control-Allow-Origin "*"
    </IfModule>

    """
  }
}
