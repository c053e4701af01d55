const CRD_FILE = /^(?:charts\/[^/]+\/)*crds\//;

/** Reports whether a file of a chart is in `crds/` of it or of a subchart: `crds/a.yaml`, and not `templates/crds/a.yaml`. */
export const isCrdFile = (path: string): boolean => CRD_FILE.test(path);
