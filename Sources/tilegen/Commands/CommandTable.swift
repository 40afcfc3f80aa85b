/// All commands, in the order of the help. A new command is added here and nowhere else.
let commands: [any Command.Type] = [
  BuildCommand.self,
  CheckCommand.self,
  DecodeCommand.self,
  MergeCommand.self,
  StatsCommand.self,
  ServeCommand.self,
  HelpCommand.self,
]

/// The command of a name.
func command(named name: String) throws(UsageError) -> any Command.Type {
  guard let command = commands.first(where: { $0.configuration.commandName == name }) else {
    let names = commands.map { $0.configuration.commandName }
    throw .unknownCommand(name, nearest: nearestName(to: name, among: names))
  }
  return command
}
