internal import JSONText

/// What a folder of tiles holds that says what the tiles are.
enum FolderDocuments {
  /// tiles.json, metadata.json, manifest.json and .htaccess, those excepted that are among `files`,
  /// which are the names of what else stands beside the tiles.
  static func make(
    _ metadata: TileSetMetadata, _ manifest: Manifest, beside files: Set<String>
  ) -> [(name: String, bytes: [UInt8])] {
    let names = files.union(["tiles.json", "metadata.json", Manifest.fileName, ".htaccess"])
    let documents = [
      ("tiles.json", TileJSON.make(metadata).serialized(.pretty)),
      ("metadata.json", MBTilesMetadata.make(metadata).serialized(.pretty)),
      (Manifest.fileName, manifest.text(files: names, ledger: metadata.ledger)),
      (".htaccess", Array(ServerRules.htaccess(compressed: metadata.compressed).utf8)),
    ]
    return documents.filter { !files.contains($0.0) }
  }
}
