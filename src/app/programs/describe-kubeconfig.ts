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
  /** What the workspace says: `context.kubeconfig_path`. */
  readonly field: string;
  readonly server: string;
  /** Its context in that kubeconfig, and the one that programs would see. */
  readonly context: string;
  readonly entry: string;
  /** Where `--merge` would write. */
  readonly file: string;
};

/** What a kubeconfig of the workspace would lead to. Nothing is written. */
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
