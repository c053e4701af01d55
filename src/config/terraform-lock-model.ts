import {z} from 'zod';

const Text = z.string().min(1);

/** The section `terraform` of the lock file of a stack. */
export const TerraformLockModel = z
  .strictObject({
    program: z.enum(['terraform', 'tofu']),
    version: Text.regex(/^\d+\.\d+\.\d+(?:[^\s\d]\S*)?$/, {error: 'must be a version'}),
    providers: z
      .array(
        z.strictObject({
          source: Text.regex(/^[A-Za-z0-9.:_-]+(?:\/[A-Za-z0-9_-]+){2}$/, {error: 'must be HOST/NAMESPACE/NAME'}),
          version: Text.regex(/^\d+\.\d+\.\d+(?:[A-Za-z.+-][A-Za-z0-9.+-]*)?$/, {error: 'must be a version'}),
          hashes: z
            .array(Text.regex(/^(?:h1:[A-Za-z0-9+/=]+|zh:[0-9a-f]+)$/, {error: 'must be a checksum: h1:… or zh:…'}))
            .min(1)
            .readonly()
            .meta({description: 'The checksums of its packages, of all platforms that are known.'}),
        }),
      )
      .readonly(),
  })
  .meta({description: 'The program of the Terraform resources, and the versions and checksums of their providers.'});
