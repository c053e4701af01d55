import type {RuntimeNeeds} from '../ports/runtime-needs.ts';
import type {Deps} from './deps.ts';
import {NO_TERRAFORM, refuseUntrusted} from './untrusted/refused-untrusted.ts';
import type {ContextRequest} from './workspace/context-request.ts';

type Needing = Pick<ContextRequest, 'chosen' | 'specContext' | 'inSpec' | 'stackDir'> & Pick<Deps, 'backend'>;

/** Returns the parts of a run that runtimes may need. Their code is loaded when one of them is used. */
export const runtimeNeeds = ({backend, ...context}: Needing, deps: Deps): RuntimeNeeds => ({
  states: async () => {
    refuseUntrusted(NO_TERRAFORM);
    return (await import('../engine/sealing/sealed-terraform.ts')).terraformStates(await backend());
  },
  providers: async (resources) => {
    refuseUntrusted(NO_TERRAFORM);
    const [{providerSettings}, {checkAccounts}] = await Promise.all([
      import('./workspace/provider-settings.ts'),
      import('./workspace/check-accounts.ts'),
    ]);
    const {configured, ...settings} = await providerSettings(resources, context, deps);
    const identities = await checkAccounts({...context, backend, accounts: configured}, deps);
    return {...settings, accounts: {...settings.accounts, identities}};
  },
  lock: async () =>
    context.stackDir === undefined
      ? undefined
      : (await import('./chart/terraform-lock.ts')).terraformLockIn(context.stackDir),
});
