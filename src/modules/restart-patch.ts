import type {ModuleRequest} from '../core/module/module.ts';
import type {ModulePatch} from '../core/module/module-patch.ts';
import {RESTART_ANNOTATION} from '../kubernetes/resource/labels.ts';

/** Returns the patch that restarts the pods of a Deployment when configuration changes. Jobs do not restart, and Kusion's objects have no annotation. */
export const restartPatch = ({naming, workload}: Pick<ModuleRequest, 'naming' | 'workload'>): ModulePatch =>
  naming === 'short' && workload?.id.startsWith('apps/v1:Deployment:') === true
    ? {annotations: {[RESTART_ANNOTATION]: 'true'}}
    : {};
