import type {ClusterAccess, Credential} from '../../../../ports/cluster-access.ts';

/** The credential of a run: resolved when first needed, and again when the server no longer takes it. */
export type CredentialKeeper = {
  readonly current: () => Promise<Credential>;
  /** Resolves again; requests that failed with the same old credential share one renewal. */
  readonly renew: (refused: Credential) => Promise<Credential>;
};

export function keepCredential(access: Pick<ClusterAccess, 'credential'>): CredentialKeeper {
  let promise: Promise<Credential> | undefined;
  let known: Credential | undefined;
  const resolve = (again: boolean): Promise<Credential> => {
    const resolving = access.credential({again}).then((credential) => {
      known = credential;
      return credential;
    });
    promise = resolving;
    // A failure is told to those who wait for it; later requests ask anew.
    resolving.catch(() => {
      if (promise === resolving) promise = undefined;
    });
    return resolving;
  };
  return {
    current: () => promise ?? resolve(false),
    // Whoever comes second with the same refused credential finds a renewal under way, or done.
    renew: (refused) => {
      if (known !== refused && promise !== undefined) return promise;
      known = undefined;
      return resolve(true);
    },
  };
}
