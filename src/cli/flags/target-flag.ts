import type {Command} from 'commander';
import {collect} from './collect.ts';

/** Values of `--target`. */
export type TargetFlag = {readonly target?: readonly string[]};

/** Ids as arguments, and `--target` for what else selects: for commands that only look at resources. */
export const targetFlag = (command: Command): Command =>
  command
    .argument('[ids...]', 'ids of resources; default: all')
    .option('--target <id|kind|label|glob>', 'only these (repeatable)', collect);

/** Ids may be given as arguments and as `--target`; both count. */
export const readTargets = (ids: readonly string[], {target = []}: TargetFlag): readonly string[] => [
  ...ids,
  ...target,
];
