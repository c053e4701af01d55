/** The reason why a private key cannot be used. It contains nothing of the key. */
export type KeyProblem = {readonly problem: string; readonly hint?: string};

/** The variable with the passphrase of private SSH keys. */
export const PASSPHRASE = 'GANTRY_SSH_PASSPHRASE';

/** The problem of an encrypted key without its passphrase. */
export const LOCKED: KeyProblem = {
  problem: 'has a passphrase',
  hint: `Set ${PASSPHRASE} to the passphrase of the SSH key. An SSH agent cannot decrypt.`,
};

/** The problem of an encrypted key with another passphrase. */
export const WRONG_PASSPHRASE: KeyProblem = {problem: 'has another passphrase', hint: `Check ${PASSPHRASE}.`};

/** The problem of a file that is not a whole key. */
export const DAMAGED: KeyProblem = {problem: 'is damaged'};

/** Returns the problem of a key that cannot decrypt. */
export const otherType = (type: string): KeyProblem => ({
  problem: `is of the type ${type}; only ssh-ed25519 and ssh-rsa keys can decrypt`,
});
