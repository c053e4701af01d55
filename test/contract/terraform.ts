import type {JsonObject} from '../../src/core/json.ts';
import type {Resource} from '../../src/core/resource/resource.ts';
import {handClock} from '../rig/hand-clock.ts';
import {terraformWorld} from '../rig/terraform-world.ts';
import {type RuntimeWorld, runtimeContract, type Wants} from './runtime.ts';

const make = (name: string, {size, place, from, secret}: Wants = {}): Resource => ({
  id: `terraform:builtin:terraform_data:${name}`,
  type: 'Terraform',
  attributes: {
    input: {
      ...(size === undefined ? {} : {size}),
      ...(from === undefined ? {} : {taken: `\${ref:${from.id}#id}`}),
      ...(secret === undefined ? {} : {password: secret}),
    },
    ...(place === undefined ? {} : {triggers_replace: place}),
  },
  dependsOn: [],
  extensions: {},
});

const nameOf = ({id}: Resource): string => id.split(':').at(-1) ?? id;

/** The contract of runtimes with a program. Absent: the terraform of this machine. */
export const terraformContract = (title: string, program?: string): void =>
  runtimeContract(title, async (): Promise<RuntimeWorld> => {
    const world = await terraformWorld(program);
    return {
      runtime: world.runtime,
      clock: handClock(),
      make,
      stuck: async () => make('slow'),
      broken: async () => make('bad'),
      paths: {size: 'input.size', taken: 'input.taken', secret: 'input.password'},
      look: async (resource) => {
        const found = world.attributes(nameOf(resource));
        const {size, taken, password} = (found?.['input'] ?? {}) as JsonObject;
        return found === undefined ? undefined : {size, taken, secret: password, allocated: found['id']};
      },
      edit: async (resource, size) =>
        world.edit(nameOf(resource), (instance) => {
          const attributes = instance['attributes'] as JsonObject;
          const input = {...(attributes['input'] as JsonObject), value: {size}};
          return {...instance, attributes: {...attributes, input}};
        }),
      remove: async (resource) => world.edit(nameOf(resource), () => undefined),
      close: world.close,
    };
  });
