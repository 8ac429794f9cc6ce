interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

interface ChunkGroup {
  name: string | ((moduleId: string, graph: ModuleGraph) => string | null);
  minShareCount: number;
  priority: number;
  includeDependenciesRecursively?: boolean;
}

/** All modules that these import, directly or indirectly. */
function importedBy(firstScreens: readonly string[], graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const open = [...firstScreens];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/**
 * Two chunks of code that screens share: `shared` holds what the first screens need, given by the paths of their
 * modules; `more` holds what at least `minShareCount` later screens need, so that the first load does without it.
 */
export function sharedChunks(firstScreens: readonly string[], minShareCount: number): ChunkGroup[] {
  let needed: Set<string> | null = null;
  const name: ChunkGroup['name'] = (moduleId, graph) => {
    needed ??= importedBy(firstScreens, graph);
    return needed.has(moduleId) ? 'shared' : null;
  };
  return [
    { name, minShareCount: 2, priority: 2 },
    { name: 'more', minShareCount, priority: 1, includeDependenciesRecursively: false },
  ];
}
