/** A source of words that are known only when they are asked for. */
export type WordSource =
  | 'workspaces'
  | 'releases'
  | 'stacks'
  | 'sandboxes'
  | 'backends'
  | 'ids'
  | 'kinds'
  | 'revisions'
  | 'charts'
  | 'chartVersions'
  | 'triedCharts'
  | 'modules'
  | 'moduleChanges'
  | 'fields'
  | 'files'
  | 'directories'
  | 'commands';

/** The words that complete the value of a flag or an argument: fixed ones, and those of sources. Without both, there are none. */
export type CompletedValue = {readonly words?: readonly string[]; readonly from?: readonly WordSource[]};

/** A flag with all its names. Without a value it is a switch. */
export type CompletedFlag = {
  readonly names: readonly string[];
  readonly summary: string;
  readonly isHidden?: true;
  readonly value?: CompletedValue;
};

/** A command, as plain data: the built program completes without loading its commands. */
export type CompletedCommand = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** The values of the arguments. The last one may be repeated. */
  readonly values: readonly CompletedValue[];
  readonly isVariadic?: true;
  readonly commands: readonly CompletedCommand[];
};

/** All commands, and the topics of `gantry help`. The root has the flags that every command takes. */
export type CommandTable = {
  readonly root: CompletedCommand;
  readonly topics: readonly {readonly name: string; readonly summary: string}[];
};
