import {join} from 'node:path';
import type {Deps} from '../app/deps.ts';
import {openModules, restrictedPrograms} from './open-modules.ts';

type Given = Pick<Deps, 'env' | 'clock' | 'signal'> & {
  /** The version of Gantry. */
  readonly version: string;
  /** The URL of main.ts. */
  readonly main: string;
};

type SourceDeps = Pick<
  Deps,
  | 'bundleVerifier'
  | 'charts'
  | 'conditions'
  | 'fetchers'
  | 'kubernetesTypes'
  | 'listen'
  | 'modules'
  | 'openPrograms'
  | 'repository'
  | 'source'
>;

/** Returns the dependencies that read sources and rules, and that listen on ports. */
export function sourceDeps(home: string, {env, clock, signal, version, main}: Given): SourceDeps {
  const modules = openModules({home, version, main});
  const openPrograms = restrictedPrograms(main);
  const fetching = {env, home, signal};
  return {
    modules,
    fetchers: {
      packages: async () => (await moduleFetchers()).packages(fetching),
      trees: async () => (await moduleFetchers()).trees(fetching),
    },
    openPrograms,
    source: (kind, replaced) => kind.open({...fetching, modules, openPrograms, ...replaced}),
    kubernetesTypes: async () => (await import('./read-types.ts')).readTypes(main),
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
    bundleVerifier: async () => (await import('../adapters/sigstore/verify-bundle.ts')).bundleVerifier,
    conditions: async () => (await import('../adapters/cel/cel-conditions.ts')).celConditions(),
    listen: async (port) => (await import('../adapters/local/loopback/listen.ts')).listenLocally(port),
    repository: async () => (await import('../adapters/git/git.ts')).git({env}),
  };
}

const moduleFetchers = async () => (await import('../registry/sources.ts')).MODULE_FETCHERS;
