import {follow} from '../../core/reference/path.ts';
import type {ResourceValues} from '../../core/reference/values.ts';
import {Secret} from '../../core/secret/secret.ts';
import type {Runtime} from '../../ports/runtime.ts';
import {driftResources} from './drift-resources.ts';
import {textsIn} from './masks.ts';
import {openReader, openSession} from './open-session.ts';
import {planResources} from './plan-resources.ts';
import {driftUnread, planUnread} from './plan-unread.ts';
import {readExisting} from './read-existing.ts';
import {readReleased} from './read-released.ts';
import type {Session, TerraformOptions} from './session.ts';

/** Returns the runtime of Terraform resources. The program is looked for at the first plan. */
export function terraformRuntime(options: TerraformOptions): Runtime {
  let opened: Promise<Session> | undefined;
  let files = 0;
  const nextFile = (): string => `plan-${++files}`;
  const open = (lineage: string): Promise<Session> => (opened ??= openSession(options, lineage));
  const learned = <T extends ResourceValues | 'gone'>(found: ReadonlyMap<string, T>): ReadonlyMap<string, T> => {
    options.learn([...found.values()].flatMap(sensitiveTexts).map((text) => new Secret(text)));
    return found;
  };
  return {
    type: 'Terraform',
    plan: async (request) =>
      request.secrets.unread === true
        ? planUnread(request)
        : planResources(await open(request.lineage), request, {options, nextFile}),
    drift: async (request) =>
      request.secrets.unread === true
        ? driftUnread(request)
        : driftResources(await open(request.lineage), request, {options, file: nextFile()}),
    readExisting: async (request) => {
      const reader = await openReader(options);
      try {
        return learned(await readExisting(reader, request, {...options, nextFile}));
      } finally {
        await reader.close();
      }
    },
    readReleased: async (lineage) => learned(await readReleased(await options.needs.states(), lineage)),
    close: async () => {
      const session = await opened?.catch(() => undefined);
      await session?.close();
    },
  };
}

/** Returns the secrets in the values of a resource. */
const sensitiveTexts = (values: ResourceValues | 'gone'): readonly string[] =>
  values === 'gone'
    ? []
    : values.sensitive.flatMap((path) => {
        const found = follow(values.object, path);
        return 'value' in found ? textsIn(found.value) : [];
      });
