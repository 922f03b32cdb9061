#!/usr/bin/env node
import module from 'node:module';

// Newer Node.js keeps compiled code between runs.
module.enableCompileCache?.();
await import('../dist/cli.js');
