// Runs Python for the page that checks a reader's machine, beside the page, so that it can be ended.
import { loadPyodide } from "./pyodide.mjs";

const python = (async () => {
  const loaded = await loadPyodide({ indexURL: new URL("./", import.meta.url).href });
  const packages = await fetch(new URL("tidemark.zip", import.meta.url));
  loaded.unpackArchive(await packages.arrayBuffer(), "zip", { extractDir: "/home/pyodide" });
  loaded.pyimport("without_unix");
  return loaded.pyimport("in_browser");
})();

onmessage = async (event) => {
  try {
    const [said, page] = (await python).check(event.data).toJs();
    postMessage({ said, page });
  } catch (error) {
    postMessage({ said: `${error}`, page: "" });
  }
};
