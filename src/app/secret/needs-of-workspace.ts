import type {StoreNeeds} from '../deps.ts';
import {withPins} from '../workspace/known-pins.ts';
import {findOther} from '../workspace/other-workspace.ts';
import {resolveContext} from '../workspace/resolve-context.ts';
import {resolveEnvironment} from '../workspace/resolve-environment.ts';

/** The needs of a store, resolved as for a cluster or a program of that workspace. */
export const needsOfWorkspace: StoreNeeds = {
  environment: resolveEnvironment,
  kubeconfig: async ({chosen, workspace, via}, deps) => {
    const other = workspace === undefined ? chosen : await findOther({from: chosen, name: workspace}, deps);
    const {kubeconfig} = await resolveContext({chosen: other, resources: [], via}, deps);
    return withPins(other, kubeconfig, deps);
  },
};
