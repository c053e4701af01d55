import {join} from 'node:path';
import type {Deps} from '../app/deps.ts';
import type {OpenModule} from '../ports/modules.ts';
import type {OpenPrograms} from '../ports/restricted-programs.ts';

/** Returns the dependencies that read sources and rules, and that listen on ports. */
export const sourceDeps = (
  home: string,
  {
    env,
    clock,
    signal,
    modules,
    openPrograms,
  }: Pick<Deps, 'env' | 'clock' | 'signal'> & {readonly modules: OpenModule; readonly openPrograms: OpenPrograms},
): Pick<Deps, 'charts' | 'conditions' | 'listen' | 'modules' | 'openPrograms' | 'repository' | 'source'> => ({
  modules,
  source: (kind, replaced) => kind.open({env, home, signal, modules, openPrograms, ...replaced}),
  openPrograms,
  charts: async () =>
    (await import('../adapters/helm/chart-tools.ts')).chartTools({
      env,
      home,
      signal,
      now: () => clock.now(),
      directory: async () =>
        (await import('../adapters/local/programs/private-directory.ts')).temporaryDirectory(join(home, 'run')),
      registry: async () => (await import('../adapters/oci/oci-registry.ts')).ociRegistryBy({env, signal}),
    }),
  conditions: async () => (await import('../adapters/cel/cel-conditions.ts')).celConditions(),
  listen: async (port) => (await import('../adapters/local/loopback/listen.ts')).listenLocally(port),
  repository: async () => (await import('../adapters/git/git.ts')).git({env}),
});
