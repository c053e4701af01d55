import {z} from 'zod';
import {ABILITIES} from '../../core/trust/abilities.ts';
import {type DocumentOf, FormatVersion} from './parts.ts';

const WantOutput = z.strictObject({
  ability: z.enum(ABILITIES),
  text: z.string().meta({description: 'The complete text for messages.'}),
  exact: z.exactOptional(z.string()).meta({description: 'A digest of further content that must not change.'}),
});

const Wants = z.array(WantOutput);
const Digest = z.string().meta({description: 'The digest of all wants, for `GANTRY_ALLOW`.'});

const Changed = z
  .exactOptional(z.strictObject({added: Wants, removed: Wants}))
  .meta({description: 'The difference from the last consent.'});

/** The wants of a workspace, and whether this user allows them. */
export const examinedWants = {
  origin: z.enum(['mine', 'project', 'shared', 'fetched']),
  wants: Wants,
  verdict: z.enum(['asks-nothing', 'allowed', 'not-allowed', 'never']),
  digest: z.exactOptional(Digest),
  changed: Changed,
};

/** The document that `workspace allow -o json` writes. */
export const WorkspaceAllowOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.exactOptional(z.string()).meta({description: 'The workspace; absent with --all.'}),
    parts: z
      .array(
        z.strictObject({
          workspace: z.string().meta({description: 'The workspace, or another part of the project.'}),
          file: z.string(),
          digest: Digest,
          wants: Wants,
          changed: Changed,
          outcome: z
            .enum(['allowed', 'already-allowed', 'declined', 'not-asked'])
            .meta({description: 'The outcome. `not-asked` with `--print`.'}),
        }),
      )
      .meta({description: 'The parts with wants. Empty if nothing needs a consent.'}),
  })
  .meta({title: 'Gantry workspace allow'});

/** The result of `gantry workspace allow`. */
export type AllowedWorkspace = DocumentOf<typeof WorkspaceAllowOutput>;

/** The document that `doctor --security -o json` writes. */
export const DoctorSecurityOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    home: z.strictObject({
      path: z.string(),
      mode: z.exactOptional(z.string()).meta({description: 'The permissions in octal digits.'}),
      isOnlyOurs: z.exactOptional(z.boolean()),
    }),
    backend: z.strictObject({
      from: z.enum(['--backend', 'GANTRY_BACKEND', 'project.yaml', 'config.yaml', 'default']),
      name: z.exactOptional(z.string()),
      unread: z
        .exactOptional(z.string())
        .meta({description: 'The code of the failure, if the backend could not be read.'}),
    }),
    parts: z.array(
      z.strictObject({
        name: z.string(),
        file: z.string(),
        ...examinedWants,
      }),
    ),
    unread: z.array(z.strictObject({name: z.string(), file: z.string(), because: z.string()})),
  })
  .meta({title: 'Gantry doctor --security'});

/** The security part of `gantry doctor`: the wants of workspaces, and the user's consents. */
export type ExaminedSecurity = DocumentOf<typeof DoctorSecurityOutput>;
