import type {RuntimeNeeds} from '../ports/runtime-needs.ts';
import type {Deps} from './deps.ts';
import {refuseUntrusted} from './untrusted/refused-untrusted.ts';
import type {ContextRequest} from './workspace/context-request.ts';

type Needing = Pick<ContextRequest, 'chosen' | 'specContext' | 'inSpec' | 'stackDir'> & Pick<Deps, 'backend'>;

/** Returns the parts of a run that runtimes may need. Their code is loaded when one of them is used. */
export const runtimeNeeds = ({backend, ...context}: Needing, deps: Deps): RuntimeNeeds => ({
  states: async () => {
    refuseUntrusted('Terraform runs the providers that the files name, and they are programs');
    return (await import('../engine/sealing/sealed-terraform.ts')).terraformStates(await backend());
  },
  providers: async (resources) =>
    (await import('./workspace/provider-settings.ts')).providerSettings(resources, context, deps),
});
