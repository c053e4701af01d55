/** The description of an argument that names a module. */
export const FOUND_MODULE =
  'its name: built in, in the workspace, or a folder in modules/ of the project; or the path of its folder, with a slash';
