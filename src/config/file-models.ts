import type {z} from 'zod';
import {ApplicationFile} from './application/application-model.ts';
import {ProjectFile} from './project-file.ts';
import {ExternalResourceFile} from './shared/external-model.ts';
import {SpecFile} from './sources/spec/spec-file.ts';
import {StackFile} from './stack-file.ts';
import {UserConfig} from './user-config.ts';
import {PatchesFile} from './variation/patch-model.ts';
import {WorkspaceFile} from './workspace-file.ts';

/** Maps the name of a schema to the model of the file that users write. */
export const FILE_MODELS: Readonly<Record<string, z.ZodType>> = {
  project: ProjectFile,
  config: UserConfig,
  stack: StackFile,
  patches: PatchesFile,
  workspace: WorkspaceFile,
  spec: SpecFile,
  application: ApplicationFile,
  'external-resource': ExternalResourceFile,
};
