/** The program that runs providers. */
export type TerraformProduct = 'terraform' | 'tofu';

/** The registry of providers whose address has no host. */
export const REGISTRY: Readonly<Record<TerraformProduct, string>> = {
  terraform: 'registry.terraform.io',
  tofu: 'registry.opentofu.org',
};

/** A provider with a fixed version, and the checksums that its packages may have: `h1:…` of a directory, `zh:…` of an archive. */
export type LockedProvider = {readonly source: string; readonly version: string; readonly hashes: readonly string[]};

/** The program of a stack with its version, and its providers. */
export type TerraformLock = {
  readonly program: TerraformProduct;
  readonly version: string;
  readonly providers: readonly LockedProvider[];
};
