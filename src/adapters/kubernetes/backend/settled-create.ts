import {GantryError} from '../../../core/failure/failure.ts';
import type {NewSecret, SecretObjects, SecretVersion} from '../../../ports/secret-objects.ts';

const ATTEMPTS = 4;

/** Creates a Secret with a unique name. If it exists, an earlier attempt of this call has created it. */
export async function settledCreate(secrets: SecretObjects, secret: NewSecret): Promise<SecretVersion | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      const outcome = await secrets.create(secret);
      return outcome === 'taken' ? undefined : outcome;
    } catch (error) {
      const unreachable = error instanceof GantryError && error.failure.code === 'cluster/unreachable';
      if (!unreachable || attempt === ATTEMPTS) throw error;
    }
  }
}
