import type {Resource} from '../core/resource/resource.ts';
import {Secret} from '../core/secret/secret.ts';
import {INHERITED} from '../core/workspace/child-environment.ts';
import {groupOf, type ProviderName} from '../core/workspace/provider-groups.ts';
import {providerBlock, providerGroupOf} from '../core/workspace/provider-meta.ts';
import type {ProviderSettings, RuntimeNeeds} from '../ports/runtime-needs.ts';
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
  providers: (resources) => providerSettings(resources, context, deps),
});

/** Decides the keys of the providers of some resources: the context, then the environment, then `providerMeta`. */
async function providerSettings(
  resources: readonly Resource[],
  context: Omit<Needing, 'backend'>,
  deps: Deps,
): Promise<ProviderSettings> {
  const only = [...new Set(resources.flatMap((resource): ProviderName[] => providerNamesOf(resource)))];
  const [{decideKeys}, {keyInputs}, {resolveEnvironment}] = await Promise.all([
    import('../core/workspace/decide-keys.ts'),
    import('./workspace/key-inputs.ts'),
    import('./workspace/resolve-environment.ts'),
  ]);
  const decided = decideKeys(keyInputs({...context, resources}, deps));
  const given = only.length === 0 ? INHERITED : await resolveEnvironment({...context, only}, deps);
  const inherited = decided
    .filter(({level, name}) => level === 'environment' && only.some((one) => one === groupOf(name)?.name))
    .map(({name}) => [name, new Secret(deps.env[name] ?? '')] as const);
  return {
    environment: {set: new Map([...inherited, ...given.set]), files: given.files},
    blockOf: (resource) => providerBlock(resource, decided),
  };
}

const providerNamesOf = (resource: Resource): ProviderName[] => {
  const name = resource.type === 'Terraform' ? providerGroupOf(resource) : undefined;
  return name === undefined ? [] : [name];
};
