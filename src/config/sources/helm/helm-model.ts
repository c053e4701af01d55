import {z} from 'zod';
import type {Json} from '../../../core/json.ts';
import {Namespace} from '../../names.ts';
import {LOOK_UP_NAME, LOOK_UP_RULE} from './look-up-name.ts';

const Values = z.record(z.string(), z.unknown());

/** The value of `helm` in an entry of `sources`. */
export const HelmModel = z
  .strictObject({
    chart: z.string().min(1).optional().meta({description: 'The name of the chart in the repository.'}),
    version: z
      .string()
      .min(1)
      .optional()
      .meta({description: 'The version of the chart, or a range. Default: the newest.'}),
    repository: z.string().min(1).optional().meta({description: 'The https address of a chart repository.'}),
    oci: z.string().min(1).optional().meta({description: 'The address of a chart in an OCI registry: oci://…'}),
    path: z.string().min(1).optional().meta({
      description: 'The path of a chart (a directory or an archive), relative to the stack directory.',
    }),
    release: z
      .string()
      .max(53, {error: 'the name of a Helm release must have at most 53 characters'})
      .regex(/^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/, {
        error:
          'the name of a Helm release must have lowercase letters, digits, `-` and `.`, and must begin and end with a letter or digit',
      })
      .optional()
      .meta({description: 'The name of the Helm release. Default: the name of the chart.'}),
    namespace: Namespace.optional().meta({
      description: 'The namespace of the Helm release, and of its objects without one. Default: that of the stack.',
    }),
    values: Values.optional().meta({description: 'Values for the chart. They have priority over `valuesFiles`.'}),
    valuesFiles: z.array(z.string().min(1)).optional().meta({
      description:
        'Files with values, relative to the stack directory. Later files have priority. A file whose name ends with `?` may be missing: `values-${workspace}.yaml?`.',
    }),
    set: z.record(z.string(), z.unknown()).optional().meta({
      description:
        'Single values by their path in the syntax of Helm (`image.tag`, `hosts[0].name`). They have priority over `values`.',
    }),
    reveal: z.array(z.string().min(1)).optional().meta({
      description:
        'Paths of values whose secrets are given to helm. Without it, helm gets a token in place of each reference.',
    }),
    lookups: z
      .array(z.string().regex(LOOK_UP_NAME, {error: LOOK_UP_RULE}))
      .optional()
      .meta({
        description:
          'The Secrets that templates may look up: `NAME` in the namespace of the release, or `NAMESPACE/NAME`. Default: none. Other objects need no entry.',
      }),
    verify: z
      .strictObject({
        keyring: z.string().min(1).optional().meta({
          description: 'A keyring of GnuPG whose keys may have signed the provenance file of the chart.',
        }),
        cosign: z
          .strictObject({key: z.string().min(1).meta({description: 'A public key in PEM format.'})})
          .optional()
          .meta({description: 'The key that signed the chart with `cosign sign --key`. Only for `oci`.'}),
      })
      .optional()
      .meta({description: 'The signature that the chart must have. Paths are relative to the stack directory.'}),
    skipCrds: z.boolean().optional().meta({description: 'Leave out the custom resource definitions in `crds/`.'}),
    hooks: z
      .strictObject({
        post: z.enum(['ready', 'applied']).optional().meta({
          description:
            'When the post hooks run: when the objects of the chart are ready (the default, as with `helm --wait`), or as soon as they are applied (as Helm does by itself).',
        }),
      })
      .optional()
      .meta({description: 'Settings for the hooks of the chart.'}),
  })
  .superRefine(({chart, version, verify, repository, oci, path}, context) => {
    const named = [repository, oci, path].filter((place) => place !== undefined);
    const issue = (message: string, ...at: string[]) => context.addIssue({code: 'custom', path: at, message});
    if (named.length !== 1) return issue('a chart must have exactly one of `repository`, `oci` and `path`');
    if (repository !== undefined && chart === undefined)
      issue('`repository` needs `chart`, the name of the chart in it');
    if (path !== undefined && version !== undefined) issue('`version` is not for `path`: the chart has one', 'version');
    if (verify !== undefined && (verify.keyring === undefined) === (verify.cosign === undefined))
      issue('`verify` must have exactly one of `keyring` and `cosign`', 'verify');
    if (verify?.cosign !== undefined && oci === undefined) issue('`cosign` is only for `oci`', 'verify');
    if (repository === undefined && chart !== undefined) issue('`chart` is only for `repository`', 'chart');
  }) as unknown as z.ZodType<Json>;

/** The settings of a Helm source. */
export type HelmSettings = {
  readonly chart?: string;
  readonly version?: string;
  /** True if a command tries this version: stack.yaml has another one, and the lock does not count. It is never written. */
  readonly isTrial?: boolean;
  readonly repository?: string;
  readonly oci?: string;
  readonly path?: string;
  readonly release?: string;
  readonly namespace?: string;
  readonly values?: Readonly<Record<string, Json>>;
  readonly valuesFiles?: readonly string[];
  readonly set?: Readonly<Record<string, Json>>;
  readonly reveal?: readonly string[];
  readonly lookups?: readonly string[];
  readonly verify?: {readonly keyring?: string; readonly cosign?: {readonly key: string}};
  readonly skipCrds?: boolean;
  readonly hooks?: {readonly post?: 'ready' | 'applied'};
};
