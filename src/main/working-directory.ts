/** The error for a working directory that was deleted. */
export const NO_DIRECTORY =
  'error: The working directory no longer exists.\nhint: Change to an existing directory and run the command again.\n';
/** The exit code for invalid input. The table of exit codes is not loaded for it. */
export const NO_DIRECTORY_EXIT = 3;

/** Returns the working directory of the process; undefined if it was deleted. */
export function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
