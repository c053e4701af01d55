import {resolve} from 'node:path';
import type {StackRequest} from '../app/plan/release-requests.ts';
import type {Guard} from '../app/protection/guard.ts';
import type {GuardOptions} from '../app/protection/guard-options.ts';
import type {FoundProtection} from '../core/protection/protection.ts';
import {WORKSPACES_PREFIX} from '../core/release/keys.ts';
import type {Backend} from '../ports/backend.ts';
import type {Clock} from '../ports/clock.ts';

type Guarding = GuardOptions & {
  readonly cwd: string;
  /** The stack that the flags select. */
  readonly about: StackRequest | undefined;
  readonly home: string;
  readonly clock: Clock;
};

/**
 * Returns a function that adds the guard of protected workspaces to a backend. All backends of a run pass through it, so no command can write the
 * releases or the documents of a protected workspace without a permission.
 */
export function guardBackends(guarding: Guarding): (backend: Backend) => Backend {
  let opened: Promise<Guard> | undefined;
  const chosen = new Map<string, readonly FoundProtection[]>();
  const guard = (): Promise<Guard> => (opened ??= openGuard(guarding, chosen));
  return (backend) => {
    const documentWrite = async (key: string, after: string | undefined): Promise<void> => {
      const {guardDocument} = await import('../app/protection/guard-document.ts');
      await guardDocument({key, after}, backend, await guard());
    };
    return {
      ...backend,
      noteProtection: (workspace, found) => chosen.set(workspace, [...(chosen.get(workspace) ?? []), found]),
      admit: async (change) => (await guard())(change, backend),
      put: async (key, value, expected) => {
        if (expected !== undefined && key.startsWith(WORKSPACES_PREFIX))
          await documentWrite(key, new TextDecoder().decode(value));
        return backend.put(key, value, expected);
      },
      delete: async (key, expected) => {
        if (key.startsWith(WORKSPACES_PREFIX)) await documentWrite(key, undefined);
        return backend.delete(key, expected);
      },
    };
  };
}

async function openGuard(
  {cwd, about = {}, home, ...options}: Guarding,
  chosen: ReadonlyMap<string, readonly FoundProtection[]>,
): Promise<Guard> {
  const [{createGuard}, {workspacesAround}] = await Promise.all([
    import('../app/protection/guard.ts'),
    import('../app/workspace/surroundings.ts'),
  ]);
  const places = (backend: Backend) => ({backend, home, directory: workspacesAround(about, {cwd})});
  return createGuard({...options, chosen, cwd: resolve(cwd, about.directory ?? '.'), places});
}
