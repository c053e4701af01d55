import type {Command} from 'commander';
import {collect} from './collect.ts';

/** The values of `--target`. */
export type TargetFlag = {readonly target?: readonly string[]};

/** Adds ids as arguments, and `--target` for other selectors, to commands that only read resources. */
export const targetFlag = (command: Command): Command =>
  command
    .argument('[ids...]', 'ids of resources, for example v1:Service:shop:web; default: all resources')
    .option('--target <id|kind|label|glob>', 'only these resources (repeatable)', collect);

/** Returns the ids from the arguments and the values of `--target`. */
export const readTargets = (ids: readonly string[], {target = []}: TargetFlag): readonly string[] => [
  ...ids,
  ...target,
];
