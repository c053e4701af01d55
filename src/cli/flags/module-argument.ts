/** The description of an argument that names a module. */
export const FOUND_MODULE =
  'the name of the module (built in, in the workspace, or in modules/ of the project), or the path of its folder with a slash';
