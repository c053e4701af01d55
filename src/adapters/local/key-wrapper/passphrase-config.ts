import type {Secret} from '../../../core/secret/secret.ts';

/** The passphrase that a backend is sealed with. */
export type PassphraseConfig = {
  readonly kind: 'passphrase';
  /** Absent: the value of GANTRY_BACKEND_PASSPHRASE. */
  readonly passphrase?: Secret;
};
