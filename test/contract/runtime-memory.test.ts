import type {JsonObject} from '../../src/core/json.ts';
import type {Resource} from '../../src/core/resource/resource.ts';
import {handClock} from '../rig/hand-clock.ts';
import {memoryCloud, memoryRuntime} from '../rig/memory-runtime.ts';
import {type RuntimeWorld, runtimeContract, type Wants} from './runtime.ts';

const resource = (id: string, attributes: JsonObject): Resource => ({
  id,
  type: 'Terraform',
  attributes,
  dependsOn: [],
  extensions: {},
});

const make = (id: string, {size, place, from, secret}: Wants = {}): Resource =>
  resource(id, {
    ...(size === undefined ? {} : {size}),
    ...(place === undefined ? {} : {region: place}),
    ...(from === undefined ? {} : {taken: `\${ref:${from.id}#serial}`}),
    ...(secret === undefined ? {} : {password: secret}),
  });

runtimeContract('in memory', async (): Promise<RuntimeWorld> => {
  const cloud = memoryCloud();
  const runtime = memoryRuntime(cloud);
  return {
    runtime,
    clock: handClock(),
    make,
    stuck: async (id) => {
      cloud.slow.set(id, new Promise(() => undefined));
      return make(id);
    },
    broken: async (id) => {
      cloud.failing.set(id, 'half-done');
      return make(id);
    },
    paths: {size: 'size', taken: 'taken', secret: 'password'},
    look: async ({id}) => {
      const found = cloud.objects.get(id);
      return found === undefined
        ? undefined
        : {size: found['size'], taken: found['taken'], secret: found['password'], allocated: found['serial']};
    },
    occupy: async ({id, attributes}) => void cloud.objects.set(id, {...attributes, serial: 0, url: 'memory://theirs'}),
    edit: async ({id}, size) => void cloud.objects.set(id, {...cloud.objects.get(id), size}),
    remove: async ({id}) => {
      cloud.objects.delete(id);
    },
    close: () => runtime.close(),
  };
});
