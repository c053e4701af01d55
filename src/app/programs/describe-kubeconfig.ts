import type {BackendRequest} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {refuseUnserved} from '../sandbox/refuse-unserved.ts';
import type {ChosenFrom} from '../workspace/chosen-workspace.ts';
import {targetOf} from './merge-kubeconfig.ts';
import {openContext} from './open-context.ts';
import {entryName} from './print-kubeconfig.ts';
import {programKubeconfig} from './program-kubeconfig.ts';

/** The answer of `gantry kubeconfig` without flags. */
export type DescribedKubeconfig = {
  readonly formatVersion: 1;
  readonly workspace: string;
  readonly from: ChosenFrom;
  /** The field of the workspace: `context.kubeconfig_path`. */
  readonly field: string;
  readonly server: string;
  /** The context in that kubeconfig, and the one that programs see. */
  readonly context: string;
  readonly entry: string;
  /** The target file of `--merge`. */
  readonly file: string;
};

/** Describes the kubeconfig of a workspace. Nothing is written. */
export async function describeKubeconfig(request: BackendRequest, deps: Deps): Promise<DescribedKubeconfig> {
  const context = await openContext(request, deps);
  await refuseUnserved(context.kubeconfig, deps);
  const {name, from} = context.chosen;
  const {server, contextName} = await programKubeconfig({context, request, withLogin: false}, deps);
  return {
    formatVersion: 1,
    workspace: name,
    from,
    field: context.kubeconfig.field,
    server,
    context: contextName,
    entry: entryName(name),
    file: targetOf(undefined, request, deps),
  };
}
