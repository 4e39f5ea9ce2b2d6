"""Fetching one file over the network, with a progress bar and errors that say what to do."""

import http.client
import io
import urllib.error
import urllib.request

TIMEOUT_SECONDS = 10
_BLOCK = 1 << 16


def download(url: str) -> bytes:
    """Fetch a URL whole.

    Raises:
        ValueError: There is no connection, no such file, or the file arrived in part.
    """
    from tqdm import tqdm

    content = io.BytesIO()
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_SECONDS) as response:
            length = int(response.headers.get("Content-Length") or 0)
            name = url.rpartition("/")[2]
            with tqdm(total=length or None, unit="B", unit_scale=True, desc=name) as bar:
                while block := response.read(_BLOCK):
                    content.write(block)
                    bar.update(len(block))
    except urllib.error.HTTPError as error:
        raise ValueError(f"{url}: the server answers {error.code} {error.reason}") from None
    except (OSError, http.client.HTTPException) as error:
        raise ValueError(f"{url}: cannot be fetched: {error}") from None
    got = content.tell()
    if length and got != length:
        raise ValueError(f"{url}: {got} of {length} bytes arrived: try again")
    return content.getvalue()
