import SegueCommand

/// Runs the command `segue` with the arguments of the process, and ends the process.
@c public func segue_command() { SegueCommand.main() }
