import type {Runtime} from '../../ports/runtime.ts';
import {driftResources} from './drift-resources.ts';
import {openSession} from './open-session.ts';
import {planResources} from './plan-resources.ts';
import type {Session, TerraformOptions} from './session.ts';

/** Returns the runtime of Terraform resources. The program is looked for at the first plan. */
export function terraformRuntime(options: TerraformOptions): Runtime {
  let opened: Promise<Session> | undefined;
  let files = 0;
  const nextFile = (): string => `plan-${++files}`;
  const open = (lineage: string): Promise<Session> => (opened ??= openSession(options, lineage));
  return {
    type: 'Terraform',
    plan: async (request) => planResources(await open(request.lineage), request, {options, nextFile}),
    drift: async (request) => driftResources(await open(request.lineage), request, {options, file: nextFile()}),
    close: async () => {
      const session = await opened?.catch(() => undefined);
      await session?.close();
    },
  };
}
