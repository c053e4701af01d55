import type {Clock} from '../../../../ports/clock.ts';
import type {ClusterAccess, Credential} from '../../../../ports/cluster-access.ts';

/** The credential of a run: resolved when first needed, before it ends, and again when the server no longer takes it. */
export type CredentialKeeper = {
  readonly current: () => Promise<Credential>;
  /** Resolves again; requests that failed with the same old credential share one renewal. */
  readonly renew: (refused: Credential) => Promise<Credential>;
};

/** Keeps the credential of a cluster until it has to be renewed; concurrent callers share one renewal. */
export function keepCredential(access: Pick<ClusterAccess, 'credential'>, clock: Pick<Clock, 'now'>): CredentialKeeper {
  let promise: Promise<Credential> | undefined;
  let known: Credential | undefined;
  const isDue = ({renewFrom}: Credential): boolean =>
    renewFrom !== undefined && Date.parse(renewFrom) <= clock.now().getTime();
  const resolve = (again: boolean): Promise<Credential> => {
    known = undefined;
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
    current: () => (promise === undefined || (known !== undefined && isDue(known)) ? resolve(false) : promise),
    // Whoever comes second with the same refused credential finds a renewal under way, or done.
    renew: (refused) => {
      if (known !== refused && promise !== undefined) return promise;
      return resolve(true);
    },
  };
}
