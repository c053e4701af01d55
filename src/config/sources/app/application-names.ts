import type {Naming} from '../../../core/module/module.ts';
import {defined} from '../../../lib/defined.ts';

/** The names for the names and labels of the objects of an application. */
export type ApplicationNames = {
  readonly project: string;
  readonly stack: string;
  readonly application: string;
  readonly naming: Naming;
};

/** Returns the name for the objects of a module: Kusion's is the same for all modules of an application. */
export const objectName = (
  {project, stack, application, naming}: ApplicationNames,
  accessory: string | undefined,
): string =>
  naming === 'kusion'
    ? `${project}-${stack}-${application}`
    : accessory === undefined
      ? application
      : `${application}-${accessory}`;

/**
 * Returns the labels that select the pods of an application. Kusion's have no stack, so two stacks of a project in one namespace would
 * select each other's pods.
 */
export const selectingLabels = ({
  project,
  stack,
  application,
  naming,
}: ApplicationNames): Readonly<Record<string, string>> =>
  defined({
    'app.kubernetes.io/name': application,
    'app.kubernetes.io/part-of': project,
    'app.kubernetes.io/instance': naming === 'kusion' ? undefined : stack,
  });
