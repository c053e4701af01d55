import {join} from 'node:path';
import {PROJECT_FILE} from '../../config/own-files.ts';
import {exactOf, storeWants, trusting} from '../../config/store-wants.ts';
import type {DeclaredBackend} from '../../core/backend/backend-config.ts';
import type {Want} from '../../core/trust/want.ts';
import {isMetadataAddress} from '../../lib/metadata-address.ts';
import type {Deps} from '../deps.ts';
import {projectFiles} from './project-files.ts';
import type {WorkspaceWants} from './wants-of.ts';

/**
 * What a project wants that names its backend: another server than Amazon's that gets requests with the user's credentials, and secrets
 * to log in with. What the way to a backend in a cluster wants is the workspace's.
 * @param base the project's directory
 */
export function wantsOfBackend(
  {declared, base}: {readonly declared: DeclaredBackend; readonly base: string},
  deps: Pick<Deps, 'env'>,
): WorkspaceWants {
  const subject = {workspace: 'the backend of the project', origin: 'project', file: join(base, PROJECT_FILE)} as const;
  if (declared.kind !== 's3') return {...subject, wants: []};
  const {bucket, endpoint, credentials, secretStore, caFile} = declared;
  const store = secretStore ?? (credentials === undefined ? undefined : {provider: {env: {}}});
  const file = projectFiles({project: base, bases: [base]}, deps);
  const wants: readonly Want[] = [
    ...(endpoint === undefined
      ? []
      : [
          {
            ability: 'server',
            text: `keeps releases in ${bucket} at ${endpoint}${trusting(caFile)}, with your AWS credentials`,
            ...exactOf(caFile, file),
          } as const,
        ]),
    ...(endpoint !== undefined && isMetadataAddress(endpoint)
      ? [{ability: 'metadata', text: `asks ${endpoint}`} as const]
      : []),
    // With an endpoint its words name the file.
    ...(endpoint === undefined && caFile !== undefined && !file(caFile).isInProject
      ? [{ability: 'file', text: `reads the certificates in ${caFile}`} as const]
      : []),
    ...(credentials === undefined
      ? []
      : [{ability: 'server', text: `logs in to it with ${Object.values(credentials).join(', ')}`} as const]),
    ...(store ? storeWants(store.provider, 'the secret store of the backend', file) : []),
  ];
  return {...subject, wants};
}
